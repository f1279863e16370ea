// Three pages: the report, one self-contained file; the voting application, which the server hands out; and the page to try,
// a folder for any web server. The mode says which; --outDir says where to. File names of the first two are fixed, for they
// are built into the program; those of the last say what is in them.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import preact from "@preact/preset-vite";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// Beside each file the same one compressed, as small as it can be: the server then sends it and compresses nothing.
function compressed(): Plugin {
  return {
    name: "compressed",
    writeBundle(options, bundle) {
      for (const name of Object.keys(bundle)) {
        const path = resolve(options.dir!, name);
        const bytes = readFileSync(path);
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("base64");

// The report of a run is shown by the page, under the rules of the page: they name the script and the style that the program
// writes into every report.
function rulesForReports(): Plugin {
  return {
    name: "rules-for-reports",
    transformIndexHtml(html) {
      const program = readFileSync(resolve(import.meta.dirname, "../build/cross/wasi/bin/pdrank.wasm"));
      const start = program.indexOf("<!doctype html>");
      const report = program.subarray(start, program.indexOf("</html>", start)).toString();
      const hashes = (pattern: RegExp) => [...report.matchAll(pattern)].map((one) => `'sha256-${sha256(one[1]!)}'`).join(" ");
      return html
        .replace("@@report-scripts@@", hashes(/<script type="module"[^>]*>(.*?)<\/script>/gs))
        .replace("@@report-styles@@", hashes(/<style[^>]*>(.*?)<\/style>/gs));
    },
  };
}

// The service worker of the page to try knows all files of the page.
function keptOffline(): Plugin {
  return {
    name: "kept-offline",
    writeBundle(options, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== "index.html").sort();
      const version = sha256(readFileSync(resolve(options.dir!, "index.html")) + files.join()).slice(0, 16);
      const code = readFileSync(resolve(import.meta.dirname, "src/try/service_worker.js"), "utf8");
      const known = `const VERSION = ${JSON.stringify(version)};\nconst FILES = ${JSON.stringify(["./", ...files])};\n`;
      writeFileSync(resolve(options.dir!, "sw.js"), known + code);
    },
  };
}

const FIXED = { entryFileNames: "app.js", assetFileNames: "app[extname]" };
const NAMED = { entryFileNames: "app-[hash].js", assetFileNames: "[name]-[hash][extname]" };

export default defineConfig(({ mode }) => ({
  root: resolve(import.meta.dirname, "src", mode === "app" || mode === "try" ? mode : "report"),
  base: mode === "try" ? "./" : "/",
  cacheDir: resolve(import.meta.dirname, "node_modules/.vite"),
  plugins: [
    preact(),
    ...(mode === "app" ? [compressed()] : mode === "try" ? [rulesForReports(), keptOffline()] : [viteSingleFile()]),
  ],
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/files": "http://127.0.0.1:8080" } }, // `pdrank serve`
  test: { root: resolve(import.meta.dirname, "src") },
  build: {
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: { output: { ...(mode === "try" ? NAMED : FIXED), codeSplitting: false } },
  },
}));
