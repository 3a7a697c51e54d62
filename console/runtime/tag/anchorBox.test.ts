import { expect, test } from 'vitest'
import { anchorBox } from './anchorBox.ts'

const screen = { width: 1200, height: 800 }

test('a component on the screen is held on to as it is', () => {
  const box = { left: 100, top: 200, width: 300, height: 150 }
  expect(anchorBox(box, screen)).toEqual(box)
})

test('of one that is zoomed beyond the screen only the visible part is held on to, and its middle where that leaves no room', () => {
  expect(anchorBox({ left: 900, top: 700, width: 900, height: 400 }, screen)).toEqual({
    left: 900,
    top: 700,
    width: 300,
    height: 100,
  })
  expect(anchorBox({ left: -3000, top: -2000, width: 9000, height: 9000 }, screen)).toEqual({
    left: 600,
    top: 400,
    width: 0,
    height: 0,
  })
})

test('one that was moved off the screen is held on to at the edge behind which it lies', () => {
  expect(anchorBox({ left: -500, top: 300, width: 200, height: 100 }, screen)).toEqual({
    left: 0,
    top: 300,
    width: 0,
    height: 100,
  })
  expect(anchorBox({ left: 300, top: 2000, width: 200, height: 100 }, screen)).toEqual({
    left: 300,
    top: 800,
    width: 200,
    height: 0,
  })
})
