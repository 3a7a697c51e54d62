import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mapping, MessageNode } from '../../contract/mapping/index.ts'
import { formatTime } from '../kit/text/formatTime.ts'
import { DeviceLevel } from './DeviceLevel.tsx'
import { findTopic, guessDeviceLevel } from './mappingDraft.ts'
import { MessageTree } from './MessageTree.tsx'
import type { IncomingMessage } from './useMessages.ts'

interface MessagePanelProps {
  readonly filters: readonly string[]
  readonly onFilters: (filters: readonly string[]) => void
  readonly messages: readonly IncomingMessage[]
  readonly mapping: Mapping
  /** Null if the devices describe their points themselves. */
  readonly onAdd: ((message: IncomingMessage, deviceLevel: number, node: MessageNode) => void) | null
}

/** Incoming messages of the topic filters; the chosen one as a tree. */
export function MessagePanel({ filters, onFilters, messages, mapping, onAdd }: MessagePanelProps) {
  const { t } = useTranslation('onboarding')
  const [chosen, setChosen] = useState<string | null>(null)
  const [levels, setLevels] = useState<Readonly<Record<string, number>>>({})
  const message = messages.find(({ topic }) => topic === chosen) ?? messages[0]
  const level = message === undefined ? 0 : (levels[message.topic] ?? guessDeviceLevel(message.topic))
  return (
    <section className="onboarding-panel" aria-label={t('messages.title')}>
      <h2>{t('messages.title')}</h2>
      <label className="onboarding-field">
        {t('messages.filters')}
        <Select<string[]>
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',']}
          value={[...filters]}
          placeholder={t('messages.example')}
          aria-label={t('messages.filters')}
          onChange={(next) => onFilters(next)}
        />
      </label>
      {message === undefined ? (
        <p className="onboarding-note" role="status">
          {t(filters.length === 0 ? 'messages.noFilter' : 'messages.waiting')}
        </p>
      ) : (
        <>
          <ul className="onboarding-topics" aria-label={t('messages.topics')}>
            {messages.map(({ topic, at, bytes }) => (
              <li key={topic}>
                <button
                  type="button"
                  aria-pressed={topic === message.topic}
                  onClick={() => setChosen(topic)}
                  title={topic}
                >
                  <span>{topic}</span>
                  <time>{formatTime(at, 'HH:mm:ss')}</time>
                  <small>{t('messages.bytes', { count: bytes })}</small>
                </button>
              </li>
            ))}
          </ul>
          {onAdd && findTopic(mapping, message.topic) === undefined && (
            <DeviceLevel
              topic={message.topic}
              level={level}
              onChange={(next) => setLevels({ ...levels, [message.topic]: next })}
            />
          )}
          <MessageTree message={message} mapping={mapping} onAdd={onAdd && ((node) => onAdd(message, level, node))} />
        </>
      )}
    </section>
  )
}
