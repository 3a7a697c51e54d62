import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useLocation } from 'react-router-dom'
import { confirmDiscard } from '../crud/confirmDiscard.ts'
import { type Answers, DirtyParts, DirtyPartsContext } from '../kit/unsavedChanges.ts'

/**
 * Confirms with the user before unsaved work is lost. Uses the router's single blocker for all dirty parts of the page,
 * and the browser's prompt before the window closes.
 */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [parts] = useState(() => new DirtyParts())
  // Mounted only while there are dirty parts: the router warns about a blocker on every navigation that it does not
  // control, such as an anchor link.
  const isEmpty = useSyncExternalStore(useCallback((hear) => parts.onChange(hear), [parts]), () => parts.isEmpty)
  return <DirtyPartsContext value={parts}>{!isEmpty && <Asking parts={parts} />}{children}</DirtyPartsContext>
}

type Ask = (answers: Answers) => () => void

/** Runs the custom questions of dirty parts one after the other. All other parts share one common question. */
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
    // `here` does not change while the navigation is blocked.
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
