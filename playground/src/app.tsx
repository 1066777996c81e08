// The page: a program, and what comes of it.

import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import * as engine from "./engine";
import { Header, Intro } from "./layout/header";
import { Results } from "./layout/results";
import { listen } from "./page/keys";
import { start } from "./page/start";
import { Page, PageContext } from "./page/state";
import { useWatch } from "./page/watch";
import { said, selectedText, Start } from "./parts";

const options = new URLSearchParams(location.search);

function App() {
  const page = useMemo(() => new Page(), []);
  const [, draw] = useState(0);
  page.changed = () => draw((old) => old + 1);
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => start(page, parent.current!), []);
  useEffect(() => listen(page), []);
  const { linked, recorded } = useWatch(page);
  const { tab, others, status, result, traces } = page.state;
  const classes = ["page", tab === "code" && "shows-code", options.has("embed") && "embedded", options.has("present") && "presented"].filter(Boolean).join(" ");
  const toResults = (event: Event) => {
    event.preventDefault();
    document.getElementById(`tab-${tab}`)?.focus();
  };
  return (
    <PageContext.Provider value={page}>
      <div class={classes}>
        <a class="skip" href="#results" onClick={toResults}>to the results</a>
        <Header />
        <Intro />
        <main>
          <section class="code" aria-label="program">
            <div class="editor" ref={parent} />
            {others.length > 0 && <p class="quiet">With it: {others.map((one) => one.name).join(", ")}</p>}
          </section>
          <Results linked={linked} recorded={recorded} />
        </main>
        <div class="status"><span role="status" class="spread">{status || said(result)}</span><span>{selectedText(traces.get(page.key))}</span></div>
      </div>
    </PageContext.Provider>
  );
}

if (engine.isStatic && location.protocol !== "file:" && "serviceWorker" in navigator) {
  // Only where the browser holds the address for safe: https, or this machine.
  void navigator.serviceWorker.register("offline.js").catch(() => {});
}

const root = document.getElementById("app")!;
// What stood there until now.
root.textContent = "";
render(location.protocol === "file:" ? <Start /> : <App />, root);
