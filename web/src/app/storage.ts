// The browser's storage, which may be full or forbidden: then what is kept lives as long as the page does.

export interface Keeper {
  get(key: string): string | null;
  set(key: string, value: string): boolean; // false: it will not outlive the page
  remove(key: string): void;
  keys(prefix: string): string[];
}

export function memoryKeeper(): Keeper {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => (kept.set(key, value), true),
    remove: (key) => void kept.delete(key),
    keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
  };
}

export function browserKeeper(open: () => Storage): Keeper {
  let storage: Storage;
  try {
    storage = open();
  } catch {
    const memory = memoryKeeper();
    return { ...memory, set: (key, value) => !memory.set(key, value) };
  }
  return {
    get: (key) => storage.getItem(key),
    set(key, value) {
      try {
        storage.setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    remove: (key) => storage.removeItem(key),
    keys: (prefix) =>
      Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "").filter((key) =>
        key.startsWith(prefix),
      ),
  };
}

export const local = browserKeeper(() => localStorage);
export const tab = browserKeeper(() => sessionStorage);
