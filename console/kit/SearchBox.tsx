import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { limits } from '../../contract/limits.ts'

interface SearchBoxProps {
  readonly value: string
  readonly label: string
  /** Of the button that empties it. */
  readonly clearWords: string
  readonly onSearch: (text: string) => void
}

const pauseMs = 300

/** Searches as one types, after a short pause, and at once on Enter. */
export function SearchBox({ value, label, clearWords, onSearch }: SearchBoxProps) {
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
      className="list-search" aria-label={label} placeholder={label} maxLength={limits.list.searchLength}
      value={text} onChange={(event) => setText(event.target.value)}
      prefix={<SearchOutlined aria-hidden />} allowClear={{ clearIcon: <CloseCircleFilled aria-label={clearWords} /> }}
      onPressEnter={() => search(text)}
    />
  )
}
