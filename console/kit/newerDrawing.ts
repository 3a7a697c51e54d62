import type { Problem, Words } from '@mimic/engine/schema'

/**
 * What to say of a drawing that a newer program has saved, by the problems that the server or our own reader has with it;
 * null for every other. To ask for it again changes nothing.
 */
export function wordsOfNewer(problems: readonly Problem[]): Words | null {
  const said = problems.find(({ code }) => code === 'drawing.version')?.message
  const [, version, newest] = /of version (\d+); .* versions 1 to (\d+)$/.exec(said ?? '') ?? []
  return version === undefined || newest === undefined ? null : {
    en: `A newer Mimic has saved it: the drawing is of version ${version}, and this installation reads versions up to ${newest}. `
      + 'Update this installation to open it. The drawing on the server stays as it is.',
    zh: `该图纸由更新版本的 Mimic 保存：图纸版本为 ${version}，当前系统最高支持版本 ${newest}。请升级当前系统后再打开。服务器上的图纸未作任何更改。`,
  }
}
