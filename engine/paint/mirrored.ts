import type { AnyComponentType } from '../components/define.ts'
import type { FieldValue } from '../schema/index.ts'
import type { Frame } from './carried.ts'

export type Flips = Pick<Frame, 'flipX' | 'flipY'>

/** Whether a component is painted mirrored: not where its type says that it makes no difference, as to a chart, which nobody could read. Stage and SVG both ask it. */
export function isMirrored({ flipX, flipY }: Flips, type: AnyComponentType | undefined, props: Readonly<Record<string, FieldValue>>): boolean {
  return (flipX || flipY) && !type?.idle?.(props).includes('flipX')
}
