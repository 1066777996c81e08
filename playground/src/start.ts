// The first script of the page: it lets the browser paint what stands there, then begins with all else, which is fetched meanwhile.

const begin = () => {
  const script = document.createElement("script");
  script.src = "app.js";
  document.body.append(script);
};

// A page that nobody sees is not painted.
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
