// What a program of WebAssembly asks of its system (WASI, preview 1): files in one folder of memory, two streams of text, a
// clock. What it does not need is refused.

/** A file as the program sees it. */
interface Content {
  readonly size: number;
  read(at: number, length: number): Uint8Array;
  write(bytes: Uint8Array): void; // at the end
}

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

/** A file that the user gave: read as it is asked for, never copied as a whole. */
class Given implements Content {
  constructor(private readonly blob: Blob) {}
  get size(): number {
    return this.blob.size;
  }
  read(at: number, length: number): Uint8Array {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(at, at + length)));
  }
  write(): void {
    throw new Errno(ERRNO.notPermitted);
  }
}

/** A file that the program writes, from its beginning to its end. */
class Written implements Content {
  readonly parts: Uint8Array<ArrayBuffer>[] = [];
  size = 0;
  read(): Uint8Array {
    throw new Errno(ERRNO.notPermitted);
  }
  write(bytes: Uint8Array): void {
    this.parts.push(bytes.slice());
    this.size += bytes.length;
  }
}

class Stream implements Content {
  readonly size = 0;
  private readonly decoder = new TextDecoder();
  constructor(private readonly tell: (text: string) => void) {}
  read(): Uint8Array {
    return new Uint8Array();
  }
  write(bytes: Uint8Array): void {
    this.tell(this.decoder.decode(bytes, { stream: true }));
  }
}

const ERRNO = {
  none: 0,
  badDescriptor: 8,
  exists: 20,
  invalid: 28,
  isFolder: 31,
  noEntry: 44,
  noCall: 52,
  notPermitted: 63,
  noSeek: 70,
};
const KIND = { terminal: 2, folder: 3, file: 4 };
const CREATE = 1; // flags of path_open
const EXCLUSIVE = 4;
const FOLDER = 3; // the first descriptor behind the three streams

class Errno extends Error {
  constructor(readonly code: number) {
    super(`errno ${code}`);
  }
}

class Exit extends Error {
  constructor(readonly status: number) {
    super(`exit ${status}`);
  }
}

interface Open {
  content: Content;
  at: number;
}

export interface Ended {
  status: number;
  files: Map<string, Blob>; // that were written
}

/** Runs a program to its end. Whatever it prints is told at once. */
export async function run(
  module: WebAssembly.Module,
  words: string[],
  given: Map<string, Blob>,
  tell: { stdout: (text: string) => void; stderr: (text: string) => void },
): Promise<Ended> {
  const files = new Map<string, Content>([...given].map(([name, blob]) => [name, new Given(blob)]));
  const stream = (each: (text: string) => void): Open => ({ content: new Stream(each), at: 0 });
  const open = new Map<number, Open>([
    [0, stream(() => undefined)],
    [1, stream(tell.stdout)],
    [2, stream(tell.stderr)],
  ]);
  // Nothing is folded: the page does it. Progress goes to terminals alone.
  const environment = ["COLUMNS=100000"];
  let memory: WebAssembly.Memory;
  const bytes = (at: number, length: number) => new Uint8Array(memory.buffer, at, length);
  const view = () => new DataView(memory.buffer);
  const text = (at: number, length: number) => new TextDecoder().decode(bytes(at, length));
  const fileNamed = (at: number, length: number) => text(at, length).replace(/^(\.?\/)+/, "");
  const opened = (descriptor: number): Open => {
    const found = open.get(descriptor);
    if (!found) throw new Errno(ERRNO.badDescriptor);
    return found;
  };
  const named = (name: string): Content => {
    const found = files.get(name);
    if (!found) throw new Errno(ERRNO.noEntry);
    return found;
  };
  const setSizes = (texts: string[], count: number, size: number) => {
    view().setUint32(count, texts.length, true);
    view().setUint32(size, texts.reduce((sum, one) => sum + new TextEncoder().encode(one).length + 1, 0), true);
  };
  const setTexts = (texts: string[], pointers: number, at: number) => {
    for (const [k, one] of texts.entries()) {
      const encoded = new TextEncoder().encode(`${one}\0`);
      view().setUint32(pointers + 4 * k, at, true);
      bytes(at, encoded.length).set(encoded);
      at += encoded.length;
    }
  };
  const setStatus = (at: number, kind: number, name: string, size: number) => {
    bytes(at, 64).fill(0);
    // A number for each file: the program asks whether two names are the same file.
    view().setBigUint64(at + 8, BigInt([...files.keys()].indexOf(name) + 2), true);
    view().setUint8(at + 16, kind);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
  };
  const nameOf = (content: Content) => [...files].find(([, one]) => one === content)?.[0] ?? "";
  /** The parts of memory that a call reads into or writes from. */
  const spans = (at: number, count: number) =>
    Array.from({ length: count }, (_, k) =>
      bytes(view().getUint32(at + 8 * k, true), view().getUint32(at + 8 * k + 4, true)));

  const calls: Record<string, (...given: never[]) => void> = {
    args_sizes_get: (count: number, size: number) => setSizes(words, count, size),
    args_get: (pointers: number, at: number) => setTexts(words, pointers, at),
    environ_sizes_get: (count: number, size: number) => setSizes(environment, count, size),
    environ_get: (pointers: number, at: number) => setTexts(environment, pointers, at),
    clock_time_get: (clock: number, _precision: bigint, at: number) => {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
    },
    random_get: (at: number, length: number) => void crypto.getRandomValues(bytes(at, length)),
    proc_exit: (status: number) => {
      throw new Exit(status);
    },

    fd_prestat_get: (descriptor: number, at: number) => {
      if (descriptor !== FOLDER) throw new Errno(ERRNO.badDescriptor);
      view().setUint32(at, 0, true);
      view().setUint32(at + 4, 1, true);
    },
    fd_prestat_dir_name: (_descriptor: number, at: number) => bytes(at, 1).set([0x2f]),
    fd_fdstat_get: (descriptor: number, at: number) => {
      const kind = descriptor === FOLDER ? KIND.folder : descriptor < FOLDER ? KIND.terminal : KIND.file;
      if (kind === KIND.file) opened(descriptor);
      bytes(at, 24).fill(0);
      view().setUint8(at, kind);
      // Who may seek is no terminal.
      const rights = kind === KIND.terminal ? 0x42n : 0xffff_ffff_ffff_ffffn;
      view().setBigUint64(at + 8, rights, true);
      view().setBigUint64(at + 16, rights, true);
    },
    fd_fdstat_set_flags: () => undefined,
    fd_filestat_get: (descriptor: number, at: number) => {
      if (descriptor < FOLDER) return setStatus(at, KIND.terminal, "", 0);
      if (descriptor === FOLDER) return setStatus(at, KIND.folder, "", 0);
      const { content } = opened(descriptor);
      setStatus(at, KIND.file, nameOf(content), content.size);
    },
    fd_close: (descriptor: number) => {
      opened(descriptor);
      open.delete(descriptor);
    },
    fd_read: (descriptor: number, at: number, count: number, got: number) => {
      const one = opened(descriptor);
      let sum = 0;
      for (const span of spans(at, count)) {
        const read = one.content.read(one.at, span.length);
        span.set(read);
        one.at += read.length;
        sum += read.length;
        if (read.length < span.length) break;
      }
      view().setUint32(got, sum, true);
    },
    fd_write: (descriptor: number, at: number, count: number, written: number) => {
      const { content } = opened(descriptor);
      let sum = 0;
      for (const span of spans(at, count)) {
        content.write(span);
        sum += span.length;
      }
      view().setUint32(written, sum, true);
    },
    fd_seek: (descriptor: number, offset: bigint, from: number, at: number) => {
      const one = opened(descriptor);
      if (descriptor < FOLDER) throw new Errno(ERRNO.noSeek);
      one.at = Number(offset) + [0, one.at, one.content.size][from]!;
      view().setBigUint64(at, BigInt(one.at), true);
    },

    path_open: (
      _folder: number, _follow: number, at: number, length: number, flags: number, _rights: bigint, _inherited: bigint,
      _state: number, descriptor: number,
    ) => {
      const name = fileNamed(at, length);
      if (name === "" || name === ".") throw new Errno(ERRNO.isFolder);
      if (flags & EXCLUSIVE && files.has(name)) throw new Errno(ERRNO.exists);
      if (flags & CREATE && !files.has(name)) files.set(name, new Written());
      const free = Math.max(FOLDER, ...open.keys()) + 1;
      open.set(free, { content: named(name), at: 0 });
      view().setUint32(descriptor, free, true);
    },
    path_filestat_get: (_folder: number, _follow: number, at: number, length: number, to: number) => {
      const name = fileNamed(at, length);
      if (name === "" || name === ".") setStatus(to, KIND.folder, "", 0);
      else setStatus(to, KIND.file, name, named(name).size);
    },
    path_readlink: () => {
      throw new Errno(ERRNO.invalid); // there are no links
    },
    path_rename: (_from: number, at: number, length: number, _to: number, newAt: number, newLength: number) => {
      const [name, newName] = [fileNamed(at, length), fileNamed(newAt, newLength)];
      files.set(newName, named(name));
      files.delete(name);
    },
    path_unlink_file: (_folder: number, at: number, length: number) => {
      const name = fileNamed(at, length);
      named(name);
      files.delete(name);
    },
  };
  const imports: Record<string, (...given: never[]) => number> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from !== "wasi_snapshot_preview1") throw new Error(`the program asks for ${from}`);
    imports[name] = (...numbers) => {
      const call = calls[name];
      if (!call) return ERRNO.noCall;
      try {
        call(...numbers);
        return ERRNO.none;
      } catch (error) {
        if (error instanceof Errno) return error.code;
        throw error;
      }
    };
  }
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory as WebAssembly.Memory;
  let status = 0;
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    status = error.status;
  }
  const written = [...files].filter((one): one is [string, Written] => one[1] instanceof Written);
  return { status, files: new Map(written.map(([name, { parts }]) => [name, new Blob(parts)])) };
}
