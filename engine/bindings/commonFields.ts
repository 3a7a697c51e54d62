import { groupType } from '../document/model/component.ts'
import { bindableExtras, extraFields } from '../document/values/promptFields.ts'
import type { Field, Fields, FieldValue } from '../schema/index.ts'
import { flag, number } from '../schema/index.ts'

/**
 * Properties that every component has and a tag can drive. The `prop` of a binding names a field of the component type
 * or one of these.
 */
export const commonFields = {
  x: number({ en: 'X', zh: 'X 坐标' }, { default: 0, group: 'geometry', unit: 'px' }),
  y: number({ en: 'Y', zh: 'Y 坐标' }, { default: 0, group: 'geometry', unit: 'px' }),
  width: number({ en: 'Width', zh: '宽度' }, { default: 100, min: 0, group: 'geometry', unit: 'px' }),
  height: number({ en: 'Height', zh: '高度' }, { default: 100, min: 0, group: 'geometry', unit: 'px' }),
  angleDeg: number({ en: 'Angle', zh: '角度' }, { default: 0, group: 'geometry', unit: '°' }),
  flipX: flag({ en: 'Mirrored horizontally', zh: '左右镜像' }, { group: 'geometry' }),
  flipY: flag({ en: 'Mirrored vertically', zh: '上下镜像' }, { group: 'geometry' }),
  opacity: number({ en: 'Opacity', zh: '不透明度' }, { default: 1, min: 0, max: 1, step: 0.05 }),
  visible: flag({ en: 'Visible', zh: '可见' }, { default: true }),
  /** Whether the component's animation runs. Not stored in the drawing: without a binding the animation always runs. */
  animated: flag({ en: 'Play animation', zh: '播放动画' }, { default: true }),
  /** Speed factor of the animation relative to its period; 0 stops it. Applies together with `animated`. */
  animationSpeed: number(
    { en: 'Animation speed', zh: '动画速度' },
    { default: 1, min: 0, max: 10, step: 0.1, unit: '×' },
  ),
  prompt: extraFields.prompt,
  promptMode: extraFields.promptMode,
  shadowLength: extraFields.shadowLength,
  shadowColor: extraFields.shadowColor,
} as const satisfies Fields

/** Name of a property in `commonFields`. */
export type CommonProp = keyof typeof commonFields

/** Bindable properties of the animation. The drawing stores no value for them. */
export const motionProps = ['animated', 'animationSpeed'] as const
export const isMotionProp = (prop: string): prop is (typeof motionProps)[number] =>
  motionProps.some((one) => one === prop)

/** Whether the property is stored in the component's `extras`. */
export const isExtraProp = (prop: string): prop is (typeof bindableExtras)[number] =>
  bindableExtras.some((one) => one === prop)

/** Whether the property belongs to the tooltip and therefore does not affect painting. */
export const isPromptProp = (prop: string): boolean => prop === 'prompt' || prop === 'promptMode'

/**
 * Values used while the tag is bad, stale or invalid. Without an entry the last known value is kept. Animations stop,
 * because a moving component suggests that the machine is running.
 */
export const unknownValues: Readonly<Partial<Record<CommonProp, FieldValue>>> = { animated: false, animationSpeed: 0 }

/** Placeholder for texts without a value. */
export const noValueText = '\u2014'

/** Value shown before the tag's first value arrives; undefined: the drawing's own value. */
export function firstValue(field: Field): FieldValue | undefined {
  if (field.unknown !== undefined || field.kind !== 'text') return field.unknown
  if (field.format === 'json') return ''
  return (field.format === 'line' || field.format === 'lines') && field.group !== 'data' ? noValueText : undefined
}

/**
 * Properties that have no effect on a group: its size is that of its members, mirroring applies to the members, and it
 * has no shadow.
 */
const idleOnGroups: ReadonlySet<string> = new Set<CommonProp>([
  'width',
  'height',
  'flipX',
  'flipY',
  'shadowLength',
  'shadowColor',
])

/** Whether a binding of this common property has a visible effect on components of this type. */
export const isDrivableOn = (type: string, prop: string): boolean => type !== groupType || !idleOnGroups.has(prop)

export const isCommonProp = (prop: string): prop is CommonProp => Object.hasOwn(commonFields, prop)
