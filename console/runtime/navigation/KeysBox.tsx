import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { viewKeys } from './viewKeys.ts'

interface KeysBoxProps {
  /** True if the drawing can be zoomed and panned. */
  readonly isMoved: boolean
  readonly onClose: () => void
}

const moving = Object.entries(viewKeys)
const others = [
  ['next', ['Tab']],
  ['beside', ['←', '→', '↑', '↓']],
  ['operate', ['Enter', 'Space']],
  ['scene', ['←', '→', '↑', '↓', '+', '-', '0']],
  ['full', ['F11']],
  ['close', ['Esc']],
  ['keys', ['?', 'F1']],
] as const

/** List of all keyboard shortcuts of a running drawing. */
export function KeysBox({ isMoved, onClose }: KeysBoxProps) {
  const { t } = useTranslation('runtime')
  return (
    <Modal open title={t('keys.title')} width={520} footer={null} onCancel={onClose}>
      <dl className="run-keys">
        {[...(isMoved ? moving : []), ...others].map(([act, keys]) => (
          <div key={act}>
            <dt>{t(`keys.${act}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
