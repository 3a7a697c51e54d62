import type { Fields, FieldValue } from '../../schema/index.ts'
import type { EndFields } from './attachments.ts'

/** The part of the component catalog that commands need. */
export interface Catalog {
  get(type: string):
    | {
        readonly fields: Fields
        readonly size: { readonly width: number; readonly height: number }
        readonly ends?: EndFields
        /** Fields with the points, the corner style and the corner radius of a line that can be curved. */
        readonly curve?: { readonly points: string; readonly corners: string; readonly radius: string }
        /** True if the points enclose an area; default: a line. */
        readonly isArea?: boolean
        /** True if a drawing may contain only one component of this type. */
        readonly isSingle?: boolean
        /** Returns the names of properties that currently have no effect. */
        fieldsWithoutEffect?(props: Readonly<Record<string, FieldValue>>): readonly string[]
      }
    | undefined
}
