import { reaction } from 'mobx'
import type { SignedIn } from '../../../contract/routes.ts'
import { readSocketMessage, socketCommands } from '../../../contract/socket.ts'
import { socketEvent } from '../../net/socket.ts'
import type { NoticeBoard } from './notices.ts'
import type { ProjectsStore } from '../projects/projects.ts'
import type { SessionStore } from './session.ts'

export interface PermissionChangeOptions {
  readonly events: EventTarget
  readonly session: SessionStore
  readonly projects: ProjectsStore
  readonly notices: NoticeBoard
}

/**
 * Notifies the user when an administrator changes their permissions, because menus and buttons change with them. The
 * server announces the change; the session loads the details. Returns a function that unsubscribes.
 */
export function notifyPermissionChanges({ events, session, projects, notices }: PermissionChangeOptions): () => void {
  const handleMessage = (event: Event): void => {
    if (
      event instanceof CustomEvent &&
      readSocketMessage(JSON.stringify(event.detail))?.command === socketCommands.sessionChanged
    )
      void session.verify()
  }
  events.addEventListener(socketEvent, handleMessage)
  const stopReaction = reaction(
    () => session.account,
    (now, before) => {
      if (!now || !before || now.id !== before.id || now.mustChangePassword !== before.mustChangePassword) return
      const changed = parts.filter(([part]) => JSON.stringify(now[part]) !== JSON.stringify(before[part]))
      if (changed.length === 0) return
      if (changed.some(([part]) => part === 'projects')) void projects.reload()
      const named = (language: 'en' | 'zh', and: string): string =>
        changed.map(([, words]) => words[language]).join(and)
      notices.post({
        manner: 'news',
        words: { en: 'An administrator changed what you may do.', zh: '管理员已更改您的权限。' },
        detail: { en: `Changed: ${named('en', ', ')}.`, zh: `变更内容：${named('zh', '、')}。` },
      })
    },
  )
  return () => {
    events.removeEventListener(socketEvent, handleMessage)
    stopReaction()
  }
}

const parts: readonly (readonly [part: keyof SignedIn, words: { readonly en: string; readonly zh: string }])[] = [
  ['role', { en: 'role', zh: '角色' }],
  ['roles', { en: 'further roles', zh: '附加角色' }],
  ['projects', { en: 'projects', zh: '项目' }],
  ['permissions', { en: 'permissions', zh: '操作权限' }],
]
