// A server and a browser for the tests of the page. Without a Chromium the tests say that they are skipped.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const ROOT = new URL("../..", import.meta.url).pathname;

export function chromiumPath() {
  const asked = process.env.KERN_CHROMIUM;
  return [asked, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
}

export const kernPath = () => process.env.KERN_COMMAND ?? `${ROOT}target/debug/kern`;

/** Starts the server: its address, and how it is ended. */
export async function server(...args) {
  const child = spawn(kernPath(), ["playground", "--port", "0", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (bytes) => {
      text += bytes;
      const match = /http:\S+/.exec(text);
      if (match) resolve(match[0]);
    });
    child.on("exit", (status) => reject(new Error(`kern playground ended with ${status}`)));
  });
  return { url, pid: child.pid, end: () => new Promise((resolve) => { child.on("exit", resolve); child.kill("SIGTERM"); }) };
}

export async function browser() {
  return chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}
