import type { Row } from '../../contract/entity/define.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import type { ScreenShape } from './shape.ts'

/** What is open over the list. */
export type Overlay =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'detail'; readonly row: Row }
  | { readonly kind: 'move'; readonly row: Row; readonly move: string }
  | { readonly kind: 'many' }
  | { readonly kind: 'import' }

/** What every part of an entity's page is given. */
export interface EntityPartProps {
  readonly shape: ScreenShape
  readonly query: EntityQuery
  readonly onQuery: (query: EntityQuery) => void
  readonly onOpen: (overlay: Overlay) => void
}
