import type { ComponentType } from 'react'
import type { Row } from '../../contract/entity/define.ts'
import type { Words } from '../../contract/entity/field.ts'
import type { EntityQuery } from '../net/entityClient.ts'
import type { RowDialogProps, ScreenConfig } from './screenConfig.ts'

/** What is open over the list. */
export type DialogState =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'detail'; readonly row: Row }
  | { readonly kind: 'move'; readonly row: Row; readonly move: string; /** Why it is offered, where nobody asked for it. */ readonly lead?: Words }
  | { readonly kind: 'many' }
  | { readonly kind: 'import' }
  | { readonly kind: 'own'; readonly row: Row; readonly Dialog: ComponentType<RowDialogProps> }

/** What a part of the page may open: something over the list, or another page. */
export type DialogRequest = DialogState | { readonly kind: 'page'; readonly path: string }

/** What every part of an entity's page is given. */
export interface EntityPartProps {
  readonly shape: ScreenConfig
  readonly query: EntityQuery
  readonly onQuery: (query: EntityQuery) => void
  readonly onOpen: (opening: DialogRequest) => void
}
