import { App } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DirtyParts, useDirtyPart } from '../../kit/form/unsavedChanges.ts'
import { useStores } from '../../stores/root.ts'
import { confirmDiscard } from './confirmDiscard.ts'

interface LeaveConfirmation {
  /** Closes something after a confirmation; immediately if there is no unsaved input. */
  readonly confirmLeave: (leave: () => void) => void
  /** Call after saving: disables the confirmation. */
  readonly allowLeave: () => void
}

/**
 * Requires confirmation before unsaved input is lost by navigation, closing or reloading the window. All parts of a
 * page share one dialog.
 *
 * `isHeld` is evaluated at that moment. Changing only the query of the page does not count as leaving, unless `also`
 * returns true. Without a session, or before a required two-factor setup, no confirmation is required, because saving
 * would fail.
 */
export function useConfirmLeave(
  isDirty: () => boolean,
  also?: (from: string, to: string) => boolean,
): LeaveConfirmation {
  const { modal } = App.useApp()
  const { session } = useStores()
  const { t } = useTranslation('crud')
  const isFree = useRef(false)
  const isBlocking = (): boolean =>
    !isFree.current && session.account !== null && !session.mustSetSecondStep && isDirty()
  useDirtyPart({
    blocks: (from, to) => (from.pathname !== to.pathname || also?.(from.search, to.search) === true) && isBlocking(),
    blocksClosing: isBlocking,
  })
  return {
    confirmLeave: (leave) => {
      if (isBlocking()) void modal.confirm({ ...confirmDiscard(t), onOk: leave })
      else leave()
    },
    allowLeave: () => {
      isFree.current = true
    },
  }
}

/**
 * Same for a container, such as a dialog, around a form that registers itself. Provide `parts` as `DirtyPartsContext`
 * around that form.
 */
export function useConfirmClose(): Pick<LeaveConfirmation, 'confirmLeave'> & { readonly parts: DirtyParts } {
  const [parts] = useState(() => new DirtyParts())
  const { confirmLeave } = useConfirmLeave(() => parts.isClosingBlocked)
  return { confirmLeave, parts }
}
