import type { AnyComponentType } from '../components/define.ts'
import type { FieldValue } from '../schema/index.ts'
import type { TextStyle } from './brush.ts'
import type { Frame } from './inheritedState.ts'

export type Flips = Pick<Frame, 'flipX' | 'flipY'>

/** Whether a component is painted mirrored: not where its type says that it makes no difference, as to a chart, which nobody could read. Stage and SVG both ask it. */
export function isMirrored({ flipX, flipY }: Flips, type: AnyComponentType | undefined, props: Readonly<Record<string, FieldValue>>): boolean {
  return (flipX || flipY) && !type?.idle?.(props).includes('flipX')
}

/**
 * How words stand in their box where a component is mirrored: the box is mirrored with all that is drawn, and in it they
 * keep to the other side, but their letters are read as ever.
 */
export function mirrorWords<Style extends Pick<TextStyle, 'align' | 'valign'>>(style: Style, { flipX, flipY }: Flips): Style {
  const { align = 'left', valign = 'middle' } = style
  const [side, end] = [flipX ? otherSide[align] : align, flipY ? otherEnd[valign] : valign]
  return side === align && end === valign ? style : { ...style, align: side, valign: end }
}

const otherSide = { left: 'right', center: 'center', right: 'left' } as const
const otherEnd = { top: 'bottom', middle: 'middle', bottom: 'top' } as const
