// Two pages: the report, one self-contained file, and the voting application, which the server hands out. The mode says
// which; --outDir says where to. File names are fixed, for they are built into the program.
import { resolve } from "node:path";
import preact from "@preact/preset-vite";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

export default defineConfig(({ mode }) => ({
  root: resolve(import.meta.dirname, "src", mode === "app" ? "app" : "report"),
  base: "/",
  cacheDir: resolve(import.meta.dirname, "node_modules/.vite"),
  plugins: mode === "app" ? [preact()] : [preact(), viteSingleFile()],
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
