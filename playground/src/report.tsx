// The report of `kern profile --html`: one file with the views of the page, which loads nothing.

import { render } from "preact";

render(<p>report</p>, document.getElementById("app")!);
