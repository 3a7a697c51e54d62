import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'

interface SearchBoxProps {
  readonly value: string
  readonly label: string
  /** What stands in the empty box; the label where there is none. The box is as wide as it needs, where there is room: what is cut off tells nobody what is searched. */
  readonly placeholder?: string
  /** Of the button that empties it. */
  readonly clearWords: string
  readonly onSearch: (text: string) => void
}

const pauseMs = 300

/** Searches as one types, after a short pause, and at once on Enter. */
export function SearchBox({ value, label, placeholder = label, clearWords, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState<string | null>(null)
  if (value !== seen) {
    // The address changed: by our own search, while one may be typing on, or by another hand, which the box follows.
    setSeen(value)
    setAsked(null)
    if (value !== asked) setText(value)
  }

  const search = (entered: string): void => {
    if (entered.trim() === (asked ?? value)) return
    setAsked(entered.trim())
    onSearch(entered.trim())
  }
  useEffect(() => {
    const timer = setTimeout(() => search(text), pauseMs)
    return () => clearTimeout(timer)
  })
  return (
    <Input
      className="list-search" style={{ minWidth: `min(100%, ${emsOf(placeholder)}em + ${besidePx}px)` }} aria-label={label} placeholder={placeholder} maxLength={limits.list.searchLength}
      value={text} onChange={(event) => setText(event.target.value)}
      prefix={<SearchOutlined aria-hidden />} allowClear={{ clearIcon: <CloseCircleFilled aria-label={clearWords} /> }}
      onPressEnter={() => search(text)}
    />
  )
}

/** The icon, the button that empties the box, and its edges. */
const besidePx = 60

/** About how wide a text is drawn: a Chinese character takes a whole em, others about half of one. */
const emsOf = (text: string): number => (text.length + (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0)) / 2
