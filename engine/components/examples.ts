import type { FieldValue } from '../schema/index.ts'

/** Named property sets of a type, used for golden tests and the catalog image. */
export type Examples = Readonly<Record<string, Readonly<Record<string, FieldValue>>>>

/** A 2:1 image with frame, disc and triangle, which makes cropping and stretching visible. */
export const examplePicture =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxMjAiIGhlaWdodD0iNjAiPjxyZWN0IHdpZHRoPSIxMjAiIGhlaWdodD0iNjAiIGZpbGw9IiMzZjdmYmYiLz48cmVjdCB4PSI0IiB5PSI0IiB3aWR0aD0iMTEyIiBoZWlnaHQ9IjUyIiBmaWxsPSJub25lIiBzdHJva2U9IiNmZmZmZmYiIHN0cm9rZS13aWR0aD0iNCIvPjxjaXJjbGUgY3g9IjMwIiBjeT0iMzAiIHI9IjE2IiBmaWxsPSIjZjJjMTRlIi8+PHBhdGggZD0iTTYwIDUwIEw4MCAxNCBMMTAwIDUwIFoiIGZpbGw9IiMzZjhmNWYiLz48L3N2Zz4='
