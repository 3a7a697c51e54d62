import type { FieldValue } from '../schema/index.ts'

/** Named props of a type's states, kept beside it: golden lists and the catalogue picture are made of them. */
export type Examples = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>

/** A picture twice as wide as high, with a frame, a disc and a triangle: what is cut off or stretched is seen. */
export const examplePicture = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxMjAiIGhlaWdodD0iNjAiPjxyZWN0IHdpZHRoPSIxMjAiIGhlaWdodD0iNjAiIGZpbGw9IiMzZjdmYmYiLz48cmVjdCB4PSI0IiB5PSI0IiB3aWR0aD0iMTEyIiBoZWlnaHQ9IjUyIiBmaWxsPSJub25lIiBzdHJva2U9IiNmZmZmZmYiIHN0cm9rZS13aWR0aD0iNCIvPjxjaXJjbGUgY3g9IjMwIiBjeT0iMzAiIHI9IjE2IiBmaWxsPSIjZjJjMTRlIi8+PHBhdGggZD0iTTYwIDUwIEw4MCAxNCBMMTAwIDUwIFoiIGZpbGw9IiMzZjhmNWYiLz48L3N2Zz4='
