import { App } from 'antd'
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker, useLocation } from 'react-router-dom'
import { confirmDiscard } from '../../crud/form/confirmDiscard.ts'
import { type LeaveDecision, DirtyParts, DirtyPartsContext } from '../../kit/form/unsavedChanges.ts'

/**
 * Confirms with the user before unsaved work is lost. Uses the router's single blocker for all dirty parts of the page,
 * and the browser's prompt before the window closes.
 */
export function LeaveGuard({ children }: { readonly children: ReactNode }) {
  const [parts] = useState(() => new DirtyParts())
  // Mounted only while there are dirty parts: the router warns about a blocker on every navigation that it does not
  // control, such as an anchor link.
  const isEmpty = useSyncExternalStore(
    useCallback((listener) => parts.onChange(listener), [parts]),
    () => parts.isEmpty,
  )
  return (
    <DirtyPartsContext value={parts}>
      {!isEmpty && <LeaveBlocker parts={parts} />}
      {children}
    </DirtyPartsContext>
  )
}

type ConfirmLeave = (answers: LeaveDecision) => () => void

/** Runs the custom questions of dirty parts one after the other. All other parts share one common question. */
function LeaveBlocker({ parts }: { readonly parts: DirtyParts }) {
  const { modal } = App.useApp()
  const { t } = useTranslation('crud')
  const location = useLocation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => parts.getBlocking(currentLocation, nextLocation).length > 0,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const blocking = parts.getBlocking(location, blocker.location)
    const common: ConfirmLeave = ({ proceed, stay: cancel }) =>
      modal.confirm({ ...confirmDiscard(t), onOk: proceed, onCancel: cancel }).destroy
    const questions = [
      ...blocking.flatMap(({ confirm }) => confirm ?? []),
      ...(blocking.some(({ confirm }) => !confirm) ? [common] : []),
    ]
    let dismiss: (() => void) | undefined
    const next = ([question, ...rest]: readonly ConfirmLeave[]): void => {
      dismiss?.()
      dismiss = undefined
      if (!question) return blocker.proceed()
      dismiss = question({ proceed: () => next(rest), stay: () => blocker.reset() })
    }
    next(questions)
    return () => dismiss?.()
    // `here` does not change while the navigation is blocked.
  }, [blocker, location, modal, parts, t])

  useEffect(() => {
    const over = new AbortController()
    addEventListener(
      'beforeunload',
      (event) => {
        if (parts.isClosingBlocked) event.preventDefault()
      },
      { signal: over.signal },
    )
    return () => over.abort()
  }, [parts])
  return null
}
