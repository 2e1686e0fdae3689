/**
 * `npm run gallery` serves the gallery at /dev/gallery/: the window in every state,
 * from fixtures. With a folder, it writes the same page there, for tests.
 */
import { join, resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build, createServer } from "vite";
import { root } from "./run.mjs";

const PAGE = join(root, "renderer/dev/gallery/index.html");
const CONFIG = { configFile: false, root: join(root, "renderer"), base: "./", plugins: [react(), tailwind()] };

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  const server = await createServer({ ...CONFIG, server: { open: "/dev/gallery/" } });
  await server.listen();
  server.printUrls();
} else {
  await build({
    ...CONFIG,
    logLevel: "error",
    build: {
      outDir: resolve(folder),
      emptyOutDir: true,
      target: "chrome140",
      assetsInlineLimit: 0,
      rollupOptions: { input: PAGE },
    },
  });
}
