import { drawingVersion, newerVersionOf } from '@mimic/engine/document'
import type { Words } from '@mimic/engine/schema'

/** What to say of a drawing that a newer program has saved; null for every other. To ask for it again changes nothing. */
export function wordsOfNewer(drawing: unknown): Words | null {
  const version = newerVersionOf(drawing)
  return version === null ? null : {
    en: `A newer Mimic has saved it: the drawing is of version ${version}, and this installation reads versions up to ${drawingVersion}. `
      + 'Update this installation to open it. The drawing on the server stays as it is.',
    zh: `该图纸由更新版本的 Mimic 保存：图纸版本为 ${version}，当前系统最高支持版本 ${drawingVersion}。请升级当前系统后再打开。服务器上的图纸未作任何更改。`,
  }
}
