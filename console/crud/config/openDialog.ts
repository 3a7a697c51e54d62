import type { ComponentType } from 'react'
import type { Row } from '../../../contract/entity/define.ts'
import type { Words } from '../../../contract/entity/field.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import type { RowDialogProps, ScreenConfig } from './screenConfig.ts'

/** Dialog or drawer that is open over the list. */
export type DialogState =
  | { readonly kind: 'form'; readonly row: Row | null }
  | { readonly kind: 'detail'; readonly row: Row }
  | {
      readonly kind: 'move'
      readonly row: Row
      readonly move: string
      /** Explains an automatically offered transition. */ readonly lead?: Words
    }
  | { readonly kind: 'many' }
  | { readonly kind: 'import' }
  | { readonly kind: 'own'; readonly row: Row; readonly Dialog: ComponentType<RowDialogProps> }

/** Request of a page part to open a dialog or another page. */
export type DialogRequest = DialogState | { readonly kind: 'page'; readonly path: string }

/** Props of every part of an entity page. */
export interface EntityPartProps {
  readonly shape: ScreenConfig
  readonly query: EntityQuery
  readonly onQuery: (query: EntityQuery) => void
  readonly onOpen: (opening: DialogRequest) => void
}
