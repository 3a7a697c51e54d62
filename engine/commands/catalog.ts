import type { Fields, FieldValue } from '../schema/index.ts'
import type { EndFields } from './attachments.ts'

/** What commands need to know of component types; the catalog has it. */
export interface Catalog {
  get(type: string): {
    readonly fields: Fields
    readonly size: { readonly width: number; readonly height: number }
    readonly ends?: EndFields
    /** For what may run in curves: the fields that hold its points, how its corners are joined, and their radius. */
    readonly curve?: { readonly points: string; readonly corners: string; readonly radius: string }
    /** Whether what is drawn through its points is an area; absent: a line. */
    readonly isArea?: boolean
    /** A drawing may hold one of it only. */
    readonly isSingle?: boolean
    /** Properties that make no difference to it as it is. */
    idle?(props: Readonly<Record<string, FieldValue>>): readonly string[]
  } | undefined
}
