import { Button, DatePicker, Form, Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../contract/limits.ts'
import { countCharacters } from '../../../contract/passwords.ts'
import type { Share } from '../../../contract/routes.ts'
import { useConfirmLeave } from '../../crud/form/useConfirmLeave.ts'
import { FormFailure } from '../../kit/form/FormFailure.tsx'
import { PasswordInput } from '../../kit/form/PasswordInput.tsx'
import { useSubmit } from '../../kit/form/useSubmit.ts'
import type { ShareSettings, ShareStore } from '../../stores/drawings/shares.ts'

type PasswordMode = 'keep' | 'ask' | 'noAsk'

interface ShareFormProps {
  readonly store: Pick<ShareStore, 'after'>
  /** The link to change; undefined for a new one. */
  readonly link?: Share
  readonly submitText: string
  readonly onSend: (settings: ShareSettings) => Promise<void>
  readonly onCancel?: () => void
}

const dayMs = 24 * 3_600_000
const days = [1, 7, 30, 90, 365] as const
const usualDays = 30
const untilDay = -1
const untilRevoked = 0

/** Password and expiry of a share link. When a link is changed, its password can be kept. */
export function ShareForm({ store, link, submitText, onSend, onCancel }: ShareFormProps) {
  const { t } = useTranslation('share')
  const { failure, isBusy, submit } = useSubmit()
  const [mode, setMode] = useState<PasswordMode>(link ? (link.hasPassword ? 'keep' : 'noAsk') : 'ask')
  const [password, setPassword] = useState('')
  const [lifetimeDays, setLifetimeDays] = useState<number>(
    link ? (link.expiresAt === null ? untilRevoked : untilDay) : usualDays,
  )
  const [day, setDay] = useState<number | null>(link?.expiresAt ?? null)
  const [wasSent, setSent] = useState(false)
  const { min, max } = limits.share.password
  const fault =
    mode !== 'ask'
      ? undefined
      : password === ''
        ? t('dialog.enterPassword')
        : countCharacters(password) < min
          ? t('dialog.short', { min })
          : undefined
  const isLong = mode === 'ask' && countCharacters(password) > max
  const isDayless = lifetimeDays === untilDay && day === null
  const name = link?.id ?? 'new'
  const { confirmLeave } = useConfirmLeave(() => mode === 'ask' && password !== '')

  function handleFinish() {
    setSent(true)
    if (fault !== undefined || isLong || isDayless || isBusy) return
    const expiresAt =
      lifetimeDays === untilRevoked ? null : lifetimeDays === untilDay ? day : store.after(lifetimeDays * dayMs)
    const passwordChange =
      mode === 'ask' ? { password } : mode === 'noAsk' && link?.hasPassword !== false ? { password: null } : {}
    void submit(async () => {
      await onSend({ ...passwordChange, ...(link && expiresAt === link.expiresAt ? {} : { expiresAt }) })
      setPassword('')
      setSent(false)
    })
  }

  const modes = [...(link?.hasPassword ? ['keep' as const] : []), 'ask' as const, 'noAsk' as const]
  return (
    <Form layout="vertical" className="share-form" onFinish={handleFinish}>
      <FormFailure failure={failure} />
      <div className="share-fields">
        <Form.Item label={t('dialog.passwordMode')}>
          <Segmented<PasswordMode>
            aria-label={t('dialog.passwordMode')}
            value={mode}
            options={modes.map((value) => ({ value, label: t(`dialog.${value}`) }))}
            onChange={setMode}
            block
          />
        </Form.Item>
        <Form.Item
          label={t('dialog.lasts')}
          htmlFor={`share-lasts-${name}`}
          {...(wasSent && isDayless ? { validateStatus: 'error' as const, help: t('dialog.chooseDay') } : {})}
        >
          <span className="share-lasts">
            <Select
              id={`share-lasts-${name}`}
              value={lifetimeDays}
              onChange={(next: number) => setLifetimeDays(next)}
              options={[
                ...days.map((count) => ({ value: count, label: t('dialog.days', { count }) })),
                { value: untilDay, label: t('dialog.untilDay') },
                { value: untilRevoked, label: t('dialog.untilRevoked') },
              ]}
            />
            {lifetimeDays === untilDay && (
              <DatePicker
                aria-label={t('dialog.day')}
                value={day === null ? null : dayjs(day)}
                minDate={dayjs(store.after(0))}
                maxDate={dayjs(store.after(limits.share.maxMs - dayMs))}
                onChange={(next) => setDay(next ? next.endOf('day').valueOf() : null)}
              />
            )}
          </span>
        </Form.Item>
        {mode === 'ask' && (
          <Form.Item
            label={t('dialog.password')}
            htmlFor={`share-password-${name}`}
            required
            {...(wasSent && fault !== undefined ? { validateStatus: 'error' as const, help: fault } : {})}
            extra={t(link ? 'dialog.changeHint' : 'dialog.passwordHint', { min })}
          >
            <PasswordInput
              id={`share-password-${name}`}
              value={password}
              maxLength={max}
              autoComplete="new-password"
              onChange={(event) => setPassword(event.target.value)}
            />
          </Form.Item>
        )}
        <div className="share-go" data-beside={mode === 'ask' || undefined}>
          {onCancel && <Button onClick={() => confirmLeave(onCancel)}>{t('dialog.cancel')}</Button>}
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {submitText}
          </Button>
        </div>
      </div>
    </Form>
  )
}
