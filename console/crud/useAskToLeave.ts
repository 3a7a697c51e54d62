import { App } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DirtyParts, useDirtyPart } from '../kit/unsavedChanges.ts'
import { useStores } from '../stores/root.ts'
import { confirmDiscard } from './confirmDiscard.ts'

interface Leaving {
  /** Closes something after a confirmation; immediately if there is no unsaved input. */
  readonly ask: (leave: () => void) => void
  /** Call after saving: disables the confirmation. */
  readonly letGo: () => void
}

/**
 * Requires confirmation before unsaved input is lost by navigation, closing or reloading the window. All parts of a
 * page share one dialog.
 *
 * `isHeld` is evaluated at that moment. Changing only the query of the page does not count as leaving, unless `also`
 * returns true. Without a session, or before a required two-factor setup, no confirmation is required, because saving
 * would fail.
 */
export function useAskToLeave(isHeld: () => boolean, also?: (from: string, to: string) => boolean): Leaving {
  const { modal } = App.useApp()
  const { session } = useStores()
  const { t } = useTranslation('crud')
  const isFree = useRef(false)
  const holds = (): boolean => !isFree.current && session.account !== null && !session.mustSetSecondStep && isHeld()
  useDirtyPart({ holds: (from, to) => (from.pathname !== to.pathname || also?.(from.search, to.search) === true) && holds(), holdsClosing: holds })
  return {
    ask: (leave) => {
      if (holds()) void modal.confirm({ ...confirmDiscard(t), onOk: leave })
      else leave()
    },
    letGo: () => { isFree.current = true },
  }
}

/**
 * Same for a container, such as a dialog, around a form that registers itself. Provide `parts` as `DirtyPartsContext`
 * around that form.
 */
export function useAskToClose(): Pick<Leaving, 'ask'> & { readonly parts: DirtyParts } {
  const [parts] = useState(() => new DirtyParts())
  const { ask } = useAskToLeave(() => parts.isClosingHeld)
  return { ask, parts }
}
