import type { Quality } from '../bindings/index.ts'
import type { Action } from '../document/index.ts'
import type { Words } from '../schema/index.ts'

/** A language of the built-in texts. */
export type Language = keyof Words

/** Text for each quality other than good. */
const qualityWords: Readonly<Record<Exclude<Quality, 0>, Words>> = {
  1: { en: 'uncertain value', zh: '值不确定' },
  2: { en: 'bad value', zh: '坏值' },
  3: { en: 'stale value', zh: '值已过期' },
}
export const getQualityWords = (quality: Quality): Words | null => (quality === 0 ? null : qualityWords[quality])

const operationWords: Readonly<Record<Action['kind'], (name: string) => Words>> = {
  switch: (name) => ({ en: `Switch ${name}`, zh: `开关 ${name}` }),
  write: (name) => ({ en: `Set ${name}`, zh: `设定 ${name}` }),
  link: (name) => ({ en: `Open the link of ${name}`, zh: `打开 ${name} 的链接` }),
  drawing: (name) => ({ en: `Open the drawing of ${name}`, zh: `打开 ${name} 的图纸` }),
}
/** Button label for operating a component with the given name. */
export const getOperationWords = (kind: Action['kind'], name: string): Words => operationWords[kind](name)

export const treeWords = {
  drawing: { en: 'Components of the drawing', zh: '图纸中的组件' },
  group: { en: 'Group', zh: '组合' },
  symbol: { en: 'Symbol', zh: '图元' },
  locked: { en: 'locked', zh: '已锁定' },
  hidden: { en: 'hidden', zh: '已隐藏' },
  on: { en: 'on', zh: '开' },
  off: { en: 'off', zh: '关' },
  goodAgain: { en: 'good again', zh: '已恢复' },
  place: (at: number, of: number): Words => ({
    en: `${at} of ${of} from the back`,
    zh: `自底层第 ${at} 个，共 ${of} 个`,
  }),
  leftOut: (count: number): Words => ({
    en: `${count} more components are not listed. Zoom in to reach them.`,
    zh: `另有 ${count} 个组件未列出：放大后可访问`,
  }),
  changed: (count: number, quality: Quality): Words => {
    const mark = getQualityWords(quality) ?? treeWords.goodAgain
    return { en: `${count} components: ${mark.en}`, zh: `${count} 个组件：${mark.zh}` }
  },
} as const
