import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { App, Button, Input, type InputRef, Tag, Tooltip } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Share } from '../../../contract/routes.ts'
import { sharedPath } from '../../kit/drawing/drawingPaths.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useConfirmDelete } from '../../kit/form/useConfirmDelete.ts'
import type { ShareStore } from '../../stores/drawings/shares.ts'
import { ShareForm } from './ShareForm.tsx'
import '../../fields/fields.css'

interface ShareRowProps {
  readonly store: ShareStore
  readonly link: Share
}

const toMinute = 'YYYY-MM-DD HH:mm'
/** Number of characters by which the audit log identifies a link. */
const markLength = 8

/** One share link: address, password, expiry and viewers, with actions to copy, change and revoke it. */
export function ShareRow({ store, link }: ShareRowProps) {
  const { t } = useTranslation('share')
  const { message } = App.useApp()
  const confirmDelete = useConfirmDelete()
  const field = useRef<InputRef>(null)
  const [copied, setCopied] = useState<'not' | 'done' | 'byHand'>('not')
  const [isChanging, setChanging] = useState(false)
  const { id, hasPassword, state, expiresAt, lockedUntil, viewers, createdBy, createdAt } = link
  const mark = id.slice(0, markLength)

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(toShareUrl(id))
      setCopied('done')
    } catch {
      // Without TLS browsers provide no clipboard API: select the text so that the user can copy it.
      field.current?.focus({ cursor: 'all' })
      setCopied('byHand')
    }
  }

  const handleRevoke = (): void =>
    confirmDelete(
      {
        title: t('dialog.revokeTitle'),
        text: t('dialog.revokeText'),
        confirmText: t('dialog.revoke'),
        done: t('dialog.revoked'),
      },
      () => store.revoke(id),
    )

  return (
    <li className="share-row" data-state={state}>
      <div className="share-address">
        <Input
          ref={field}
          readOnly
          value={toShareUrl(id)}
          aria-label={t('dialog.addressNamed', { link: mark })}
          onFocus={(event) => event.target.select()}
        />
        <Button
          disabled={state !== 'valid'}
          icon={copied === 'done' ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
          aria-label={t('dialog.copyNamed', { link: mark })}
          onClick={() => void handleCopy()}
        >
          {t(copied === 'done' ? 'dialog.copied' : 'dialog.copy')}
        </Button>
      </div>
      {/* Present from the first render, so that screen readers announce its changes. */}
      <p role="status" className={copied === 'byHand' ? undefined : 'visually-hidden'}>
        {copied === 'not' ? '' : t(copied === 'done' ? 'dialog.copiedNamed' : 'dialog.byHand', { link: mark })}
      </p>
      <div className="share-facts">
        <Tag className="cell-tag" data-tone={hasPassword ? 'good' : 'warning'}>
          {t(hasPassword ? 'dialog.withPassword' : 'dialog.withoutPassword')}
        </Tag>
        {state === 'stopped' && (
          <Tooltip title={t('dialog.stoppedHint')}>
            <Tag className="cell-tag" data-tone="alarm" tabIndex={0}>
              {t('dialog.stopped')}
            </Tag>
          </Tooltip>
        )}
        {lockedUntil !== null && (
          <Tooltip title={t('dialog.lockedHint')}>
            <Tag className="cell-tag" data-tone="alarm" tabIndex={0}>
              {t('dialog.locked', { time: formatTime(lockedUntil, 'HH:mm') })}
            </Tag>
          </Tooltip>
        )}
        <span className={state === 'expired' ? 'share-expired' : undefined}>
          {expiresAt === null
            ? t('dialog.forever')
            : t(state === 'expired' ? 'dialog.expired' : 'dialog.until', { time: formatTime(expiresAt, toMinute) })}
        </span>
        {viewers > 0 && <span>{t('dialog.viewers', { count: viewers })}</span>}
        <span className="share-made">
          {t('dialog.made', { who: createdBy, time: formatTime(createdAt, toMinute) })}
        </span>
        <span className="share-actions">
          <Button
            type="link"
            size="small"
            aria-label={t('dialog.changeNamed', { link: mark })}
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t('dialog.change')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            aria-label={t('dialog.revokeNamed', { link: mark })}
            onClick={handleRevoke}
          >
            {t('dialog.revoke')}
          </Button>
        </span>
      </div>
      {isChanging && (
        <ShareForm
          store={store}
          link={link}
          submitText={t('dialog.save')}
          onCancel={() => setChanging(false)}
          onSend={async (settings) => {
            await store.change(id, settings)
            setChanging(false)
            void message.success(t('dialog.saved'))
          }}
        />
      )}
    </li>
  )
}

const toShareUrl = (id: string): string => `${location.origin}${sharedPath(id)}`
