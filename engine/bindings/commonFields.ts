import { groupType } from '../document/component.ts'
import { bindableExtras, extraFields } from '../document/promptFields.ts'
import type { Field, Fields, FieldValue } from '../schema/index.ts'
import { flag, number } from '../schema/index.ts'

/** What every component has and a live tag may drive, whatever its type: a binding's `prop` names a field of the type or one of these. */
export const commonFields = {
  x: number({ en: 'X', zh: 'X 坐标' }, { default: 0, group: 'geometry', unit: 'px' }),
  y: number({ en: 'Y', zh: 'Y 坐标' }, { default: 0, group: 'geometry', unit: 'px' }),
  width: number({ en: 'Width', zh: '宽度' }, { default: 100, min: 0, group: 'geometry', unit: 'px' }),
  height: number({ en: 'Height', zh: '高度' }, { default: 100, min: 0, group: 'geometry', unit: 'px' }),
  angleDeg: number({ en: 'Angle', zh: '角度' }, { default: 0, group: 'geometry', unit: '°' }),
  flipX: flag({ en: 'Mirrored across', zh: '左右镜像' }, { group: 'geometry' }),
  flipY: flag({ en: 'Mirrored upside down', zh: '上下镜像' }, { group: 'geometry' }),
  opacity: number({ en: 'Opacity', zh: '不透明度' }, { default: 1, min: 0, max: 1, step: 0.05 }),
  visible: flag({ en: 'Visible', zh: '可见' }, { default: true }),
  /** Whether the component's animation runs. A drawing has no value of its own for it: unbound, an animation runs always. */
  animated: flag({ en: 'Animation runs', zh: '播放动画' }, { default: true }),
  /** How many times as fast as its period says the animation runs; 0: it stands still. Of `animated` and this one both have a say. */
  animationSpeed: number({ en: 'Animation speed', zh: '动画速度' }, { default: 1, min: 0, max: 10, step: 0.1, unit: '×' }),
  prompt: extraFields.prompt,
  promptMode: extraFields.promptMode,
  shadowLength: extraFields.shadowLength,
  shadowColor: extraFields.shadowColor,
} as const satisfies Fields

export type CommonProp = keyof typeof commonFields

/** What a tag says of an animation, for which a drawing has no value of its own. */
export const motionProps = ['animated', 'animationSpeed'] as const
export const isMotionProp = (prop: string): prop is (typeof motionProps)[number] => motionProps.some((one) => one === prop)

/** Of those, what stands among a component's extras. */
export const isExtraProp = (prop: string): prop is (typeof bindableExtras)[number] => bindableExtras.some((one) => one === prop)

/** Live values that change nothing of what is painted: who rests the pointer on the component reads them. */
export const isPromptProp = (prop: string): boolean => prop === 'prompt' || prop === 'promptMode'

/**
 * What a property shows whenever nobody knows its value; absent: what was last known. An animation says that something runs, so
 * it stands still where the tag is bad, stale or makes no sense.
 */
export const unknownValues: Readonly<Partial<Record<CommonProp, FieldValue>>> = { animated: false, animationSpeed: 0 }

/** What stands for words that nobody knows yet. */
export const noWords = '\u2014'

/** What a property shows until its tag is known for the first time; absent: the drawing's own. */
export function firstValue(field: Field): FieldValue | undefined {
  if (field.unknown !== undefined || field.kind !== 'text') return field.unknown
  if (field.format === 'json') return ''
  return (field.format === 'line' || field.format === 'lines') && field.group !== 'data' ? noWords : undefined
}

/** A group is as large as its members, is mirrored by mirroring them and casts no shadow of its own: a tag that drove these on it would change nothing. */
const idleOnGroups: ReadonlySet<string> = new Set<CommonProp>(['width', 'height', 'flipX', 'flipY', 'shadowLength', 'shadowColor'])

/** Whether a common property, driven on a component of this type, changes what is seen. */
export const isDrivableOn = (type: string, prop: string): boolean => type !== groupType || !idleOnGroups.has(prop)

export const isCommonProp = (prop: string): prop is CommonProp => Object.hasOwn(commonFields, prop)
