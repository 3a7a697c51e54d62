import type { Action, ActionState, Component } from '@mimic/engine'
import { safeUrl, type DrawingDocument } from '@mimic/engine/document'
import { App } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { findPasswordComponent } from '../../../contract/componentPassword.ts'
import { useStores } from '../../stores/root.ts'
import { runPath } from '../../kit/drawing/drawingPaths.ts'
import type { Opened } from '../runStore.ts'
import type { States } from '../formatTagValue.ts'

/** A command waiting for confirmation. With `value` undefined the dialog requests a value. */
export interface Pending {
  readonly component: Component
  /** The clicked component, which may be a member of `component` and can be disabled. */
  readonly hit: Component
  readonly tag: string
  readonly value: number | undefined
  /** Values for on and off, if it is a switch. */
  readonly states?: States
}

/** A drawing to be opened in a popup. */
export interface PopupRequest {
  readonly drawing: string
  readonly title: string
  readonly width: number
  readonly height: number
}

type Opening = Action & { readonly kind: 'link' | 'drawing' }

/** A link or drawing that requires a component's password. */
export interface Guarded {
  readonly component: Component
  readonly action: Opening
}

/**
 * Handles clicks on a running drawing: opens pages, and queues commands for confirmation.
 *
 * - Shared pages open no other drawings. Without permission to operate they send no commands and open nothing protected
 *   by a password.
 * - Stored revisions and drawings saved by a newer version send no commands and open nothing protected by a password.
 */
export function useActions(
  document: DrawingDocument,
  isShared: boolean,
  { newer, shown, mayOperate }: Pick<Opened, 'newer' | 'shown' | 'mayOperate'>,
) {
  const { notices } = useStores()
  const { modal } = App.useApp()
  const { t } = useTranslation('runtime')
  const navigate = useNavigate()
  const [pending, setPending] = useState<Pending | null>(null)
  const [guarded, setGuarded] = useState<Guarded | null>(null)
  const [popup, setPopup] = useState<PopupRequest | null>(null)
  const forget = useCallback(() => setPending(null), [])
  const forgetGuarded = useCallback(() => setGuarded(null), [])
  const closePopup = useCallback(() => setPopup(null), [])

  const act = (action: Action, component: Component, state: ActionState, hit: Component): void => {
    if (isShared && exceedsPermissions(action, state, mayOperate))
      return notices.post({ manner: 'warning', words: sharedPageText })
    const isGuarded = findPasswordComponent(component, (id) => document.get(id)) !== null
    if (isShared && isGuarded && (!mayOperate || state.kind === 'open'))
      return notices.post({ manner: 'warning', words: formatRevisionText(component.name) })
    const unoperated = newer !== null ? newerVersionText : shown.kind === 'revision' ? oldRevisionText : null
    if (unoperated && (isGuarded || state.kind !== 'open'))
      return notices.post({ manner: 'warning', words: unoperated })
    switch (state.kind) {
      case 'send':
        return setPending({
          component,
          hit,
          tag: state.tag,
          value: state.value,
          ...(action.kind === 'switch' ? { states: { on: action.on, off: action.off } } : {}),
        })
      case 'ask':
        return setPending({ component, hit, tag: state.tag, value: undefined })
      case 'refused':
        return notices.post({
          manner: 'warning',
          words: refusedTexts[state.code](state.code === 'tag.stale' ? component.name : hit.name),
        })
      case 'open':
        if (action.kind !== 'drawing' && action.kind !== 'link') return
        if (isGuarded) return setGuarded({ component, action })
        return open({ component, action })
    }
  }
  /** Protected actions call this only after the server accepted the password. */
  const open = ({ component, action }: Guarded): void => {
    setGuarded(null)
    if (action.kind === 'link')
      return openLink(
        action,
        (leave, host) =>
          void modal.confirm({ title: t('leave.title'), content: t('leave.text', { host }), onOk: leave }),
      )
    if (action.open === 'popup') return setPopup({ drawing: action.drawing, title: component.name, ...getSize(action) })
    openDrawing(action, (path) => void navigate(path))
  }
  // Keep one handler for the life of the drawing, so that a language change does not recreate the runner.
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  const handleAction = useCallback((...clicked: Parameters<typeof act>): void => latest.current(...clicked), [])

  return { pending, guarded, popup, handleAction, open, forget, forgetGuarded, closePopup }
}

function openDrawing(action: Opening & { readonly kind: 'drawing' }, navigate: (path: string) => void): void {
  const path = runPath(action.drawing)
  // Keep the opener: the new window takes over the session, and the drawing is on the same origin.
  if (action.open === 'current') navigate(path)
  else window.open(path, '_blank')
}

/** Opens a link. Other origins receive no opener or referrer; leaving the page for one requires a confirmation. */
function openLink(
  action: Opening & { readonly kind: 'link' },
  confirmLeave: (leave: () => void, host: string) => void,
): void {
  const url = safeUrl(action.url)
  if (url === undefined) return
  const { origin, host } = new URL(url, location.href)
  if (action.open !== 'current')
    return void window.open(
      url,
      '_blank',
      `noopener,noreferrer,${action.open === 'popup' ? popupFeatures(action) : ''}`,
    )
  if (origin === location.origin) location.assign(url)
  else confirmLeave(() => location.assign(url), host)
}

const getSize = ({ width = 800, height = 600 }: Opening) => ({ width, height })

function popupFeatures(action: Opening): string {
  const { width, height } = getSize(action)
  return `popup,width=${width},height=${height}`
}

/** Actions that shared pages do not support. */
const exceedsPermissions = (action: Action, { kind }: ActionState, mayOperate: boolean): boolean =>
  kind === 'open' ? action.kind === 'drawing' : !mayOperate

const sharedPageText = {
  en: 'This page only shows one drawing: nothing is sent and no other drawing opens from here',
  zh: '此页面仅展示一张图纸：不能下发命令，也不能打开其他图纸',
}

const formatRevisionText = (name: string) => ({
  en: `${name} asks for a password, which is given by who is signed in`,
  zh: `${name} 需要输入密码，请登录后操作`,
})

/** Components may require guards that this version does not know. */
const newerVersionText = {
  en: 'This drawing was saved by a newer version of Mimic. Upgrade this installation to send commands from it.',
  zh: '该图纸由更新版本的 Mimic 保存：升级当前系统前，不能在此下发命令',
}

const oldRevisionText = {
  en: 'Stored revisions are read-only. Command not sent.',
  zh: '这是只读的历史版本，不能在此操作',
}

const refusedTexts = {
  'control.off': (name: string) => ({
    en: `${name} is disabled. Command not sent.`,
    zh: `${name} 当前已停用，不能操作`,
  }),
  'control.unknown': (name: string) => ({
    en: `${name}: interlock state unknown. Command not sent.`,
    zh: `${name}：停用（联锁）状态未知，不能操作`,
  }),
  'tag.stale': (name: string) => ({
    en: `${name}: value is stale. Command not sent.`,
    zh: `${name}：当前值已过期，不能下发命令`,
  }),
}
