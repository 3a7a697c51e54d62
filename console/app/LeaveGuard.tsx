import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useLocation } from 'react-router-dom'
import { confirmDiscard } from '../crud/confirmDiscard.ts'
import { type Answers, DirtyParts, DirtyPartsContext } from '../kit/unsavedChanges.ts'

/** Keeps what is held on a page: the router's one blocker, for all parts that say so, and the browser's question before the window closes. */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [parts] = useState(() => new DirtyParts())
  // The router warns of a blocker at each way that is none of its own, such as a place within the page.
  const isEmpty = useSyncExternalStore(useCallback((hear) => parts.onChange(hear), [parts]), () => parts.isEmpty)
  return <DirtyPartsContext value={parts}>{!isEmpty && <Asking parts={parts} />}{children}</DirtyPartsContext>
}

type Ask = (answers: Answers) => () => void

/** Each part that asks in its own words is asked for itself, one after the other; for all others one question is asked. */
function Asking({ parts }: { readonly parts: DirtyParts }) {
  const { modal } = App.useApp()
  const { t } = useTranslation('crud')
  const here = useLocation()
  const blocker = useBlocker(({ currentLocation, nextLocation }) => parts.against(currentLocation, nextLocation).length > 0)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const held = parts.against(here, blocker.location)
    const common: Ask = ({ go, stay }) => modal.confirm({ ...confirmDiscard(t), onOk: go, onCancel: stay }).destroy
    const questions = [...held.flatMap(({ ask }) => ask ?? []), ...(held.some(({ ask }) => !ask) ? [common] : [])]
    let takeBack: (() => void) | undefined
    const next = ([question, ...rest]: readonly Ask[]): void => {
      takeBack?.()
      takeBack = undefined
      if (!question) return blocker.proceed()
      takeBack = question({ go: () => next(rest), stay: () => blocker.reset() })
    }
    next(questions)
    return () => takeBack?.()
    // `here` stays while the way is held up: what it is then is what counts.
  }, [blocker, here, modal, parts, t])

  useEffect(() => {
    const over = new AbortController()
    addEventListener('beforeunload', (event) => {
      if (parts.isClosingHeld) event.preventDefault()
    }, { signal: over.signal })
    return () => over.abort()
  }, [parts])
  return null
}
