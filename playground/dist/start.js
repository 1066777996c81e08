"use strict";(()=>{var t=()=>{let e=document.createElement("script");e.src="app.js",document.body.append(e)};document.hidden?t():requestAnimationFrame(()=>setTimeout(t));})();
