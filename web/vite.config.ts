// Two pages: the report, one self-contained file, and the voting application, which the server hands out. The mode says
// which; --outDir says where to. File names are fixed, for they are built into the program.
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

export default defineConfig(({ mode }) => ({
  root: resolve(import.meta.dirname, "src", mode === "app" ? "app" : "report"),
  base: "/",
  cacheDir: resolve(import.meta.dirname, "node_modules/.vite"),
  plugins: mode === "app" ? [preact(), compressed()] : [preact(), viteSingleFile()],
  server: { proxy: { "/api": "http://127.0.0.1:8080", "/files": "http://127.0.0.1:8080" } }, // `pdrank serve`
  test: { root: resolve(import.meta.dirname, "src") },
  build: {
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app[extname]", codeSplitting: false },
    },
  },
}));
