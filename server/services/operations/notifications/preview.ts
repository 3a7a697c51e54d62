import type { Words } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { parseReceivers } from '../../../../contract/platform/receivers.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import { toText } from '../../entities/values.ts'
import { render, renderLine } from './render.ts'

/** A notification that was not sent. */
export interface NotificationPreview {
  /** Name of the template. */
  readonly name: string
  /** Channel, with the receivers of a mail or the host of a webhook. */
  readonly receivers: string
  /** Subject and content. */
  readonly content: string
  readonly problem: Words | null
}

export const deletedChannel: Words = { en: 'the channel was deleted', zh: '通知渠道已删除' }
export const disabledChannel: Words = { en: 'the channel is disabled', zh: '通知渠道已停用' }

/** Returns what a template would send and to whom. Null if it does not exist. */
export async function previewNotification(
  stored: (name: string) => Pick<StoredEntityService, 'read'>,
  template: string,
  variables: Readonly<Record<string, string>>,
): Promise<NotificationPreview | null> {
  const row = await readIfPresent(stored('template'), template)
  if (!row) return null
  const channel = await readIfPresent(stored('channel'), toText(row['channel']) ?? '')
  const { addresses } = parseReceivers(toText(row['receivers']) ?? '')
  const receivers = channel?.['kind'] === 'webhook' ? getHost(toText(channel['url']) ?? '') : addresses.join(', ')
  const subject = renderLine(toText(row['subject']) ?? '', variables)
  const content = render(toText(row['content']) ?? '', variables)
  return {
    name: toText(row['name']) ?? '',
    receivers: [toText(channel?.['name']), receivers].filter(Boolean).join(' → '),
    content: `${subject}\n${content}`,
    problem: channel === null ? deletedChannel : channel['isEnabled'] === true ? null : disabledChannel,
  }
}

async function readIfPresent(
  rows: Pick<StoredEntityService, 'read'>,
  id: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  try {
    return { ...(await rows.read(id)) }
  } catch (cause) {
    if (cause instanceof ApiError && cause.error === 'object.missing') return null
    throw cause
  }
}

const getHost = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
