import { App } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DirtyParts, useDirtyPart } from '../kit/unsavedChanges.ts'
import { useStores } from '../stores/root.ts'
import { confirmDiscard } from './confirmDiscard.ts'

interface Leaving {
  /** Asks, once, before something is closed that would be lost; where nothing would be, it closes at once. */
  readonly ask: (leave: () => void) => void
  /** What was entered is saved: nothing asks any more. */
  readonly letGo: () => void
}

/**
 * Keeps what was entered and not saved: who leads the page elsewhere, by a link, a key or the browser's way back, is asked first, and so is
 * who closes the window or loads it anew; one question for all parts of a page. A session that has ended, or that may do nothing before
 * it has a second step, holds nobody: it could not save either. `isHeld` is asked at that moment; a change of the page's own query is no
 * leaving unless `also` says that it is.
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

/** The same for what holds a form that knows by itself what it holds, such as a dialog: `parts` is to stand around that form. */
export function useAskToClose(): Pick<Leaving, 'ask'> & { readonly parts: DirtyParts } {
  const [parts] = useState(() => new DirtyParts())
  const { ask } = useAskToLeave(() => parts.isClosingHeld)
  return { ask, parts }
}
