import { App, type ModalFuncProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router-dom'
import { useStores } from '../stores/root.ts'

interface Leaving {
  /** Asks, once, before something is closed that would be lost; where nothing would be, it closes at once. */
  readonly ask: (leave: () => void) => void
  /** What was entered is saved: nothing asks any more. */
  readonly letGo: () => void
}

/**
 * Keeps what was entered and not saved: who leads the page elsewhere, by a link, a key or the browser's way back, is asked first, and so is
 * who closes the window or loads it anew. A session that has ended holds nobody. `isHeld` is asked at that moment; a change of the page's
 * own query is no leaving unless `also` says that it is.
 */
export function useAskToLeave(isHeld: () => boolean, also?: (from: string, to: string) => boolean): Leaving {
  const { modal } = App.useApp()
  const { session } = useStores()
  const { t } = useTranslation('crud')
  const isFree = useRef(false)
  const held = useRef(isHeld)
  useEffect(() => { held.current = isHeld })
  const holds = (): boolean => !isFree.current && session.account !== null && held.current()
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => (from.pathname !== to.pathname || also?.(from.search, to.search) === true) && holds())
  const words = boxOf(t)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const { destroy } = modal.confirm({ ...boxOf(t), onOk: () => blocker.proceed(), onCancel: () => blocker.reset() })
    return destroy
  }, [blocker, modal, t])
  useEffect(() => {
    const over = new AbortController()
    addEventListener('beforeunload', (event) => {
      if (!isFree.current && session.account !== null && held.current()) event.preventDefault()
    }, { signal: over.signal })
    return () => over.abort()
  }, [session])
  return {
    ask: (leave) => {
      if (holds()) void modal.confirm({ ...words, onOk: leave })
      else leave()
    },
    letGo: () => { isFree.current = true },
  }
}

/** What keeps the work stands out and has the keyboard: who presses Enter without reading loses nothing. */
const boxOf = (t: (key: 'discard.title' | 'discard.text' | 'discard.go' | 'discard.stay') => string): ModalFuncProps => ({
  title: t('discard.title'), content: t('discard.text'), okText: t('discard.go'), cancelText: t('discard.stay'),
  autoFocusButton: 'cancel', okButtonProps: { type: 'default', danger: true }, cancelButtonProps: { type: 'primary' },
})
