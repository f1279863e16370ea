// The service worker that keeps the page (service_worker.js), where browsers allow one.
import { useEffect, useState } from "preact/hooks";

/** Whether the page is kept. */
export function useOffline(): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined; // not there without HTTPS
    if (!workers || !import.meta.env.PROD) return;
    workers.register("./sw.js").catch(() => undefined); // then it needs its network
    void workers.ready.then(() => setKept(true));
  }, []);
  return kept;
}
