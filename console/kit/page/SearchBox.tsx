import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { limits } from '../../../contract/limits.ts'

interface SearchBoxProps {
  readonly value: string
  readonly label: string
  /** Placeholder; defaults to the label. The box is as wide as the placeholder needs, if there is room. */
  readonly placeholder?: string
  /** Label of the clear button. */
  readonly clearWords: string
  readonly onSearch: (text: string) => void
}

const pauseMs = 300

/** Search field. Searches while typing, after a short pause, and immediately on Enter. */
export function SearchBox({ value, label, placeholder = label, clearWords, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [submitted, setSubmitted] = useState<string | null>(null)
  if (value !== lastValue) {
    // The address changed. Keep the typed text after an own search, and adopt any other value.
    setLastValue(value)
    setSubmitted(null)
    if (value !== submitted) setText(value)
  }

  const search = (entered: string): void => {
    if (entered.trim() === (submitted ?? value)) return
    setSubmitted(entered.trim())
    onSearch(entered.trim())
  }
  useEffect(() => {
    const timer = setTimeout(() => search(text), pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <Input
      className="list-search"
      style={{ minWidth: `min(100%, ${computeEms(placeholder)}em + ${besidePx}px)` }}
      aria-label={label}
      placeholder={placeholder}
      maxLength={limits.list.searchLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      prefix={<SearchOutlined aria-hidden />}
      allowClear={{ clearIcon: <CloseCircleFilled aria-label={clearWords} /> }}
      onPressEnter={() => search(text)}
    />
  )
}

/** Width of icon, clear button and borders. */
const besidePx = 60

/** Estimated width of a text in em: 1 for a Chinese character, 0.5 for others. */
const computeEms = (text: string): number => (text.length + (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0)) / 2
