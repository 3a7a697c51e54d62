import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'objects with keys': {
    data: '[{"name":"一号泵","rpm":1450},{"name":"二号泵","rpm":0}]',
    columns: 'name=设备,rpm=转速',
    showRowNumber: true,
  },
  'by row': {
    data: '[["a"],["b"],["c"],["d"]]',
    columns: 'X',
    rowCount: 2,
    rotation: 'row',
    rotationSeconds: 1,
    nowMs: 3000,
    showRowNumber: true,
  },
  'by page': {
    data: '[["a"],["b"],["c"],["d"],["e"]]',
    columns: 'X',
    rowCount: 2,
    rotation: 'page',
    rotationSeconds: 1,
    nowMs: 1000,
  },
  'no header': {
    data: '[["Pump 1","Running","1450"],["Fan 1","Stopped","0"]]',
    showHeader: false,
    gridWidth: 0,
    align: 'center',
  },
  'round corners': {
    data: '[["Pump 1","Running","1450"],["Fan 1","Stopped","0"]]',
    radius: 18,
    showRowNumber: true,
    borderWidth: 2,
  },
  'graded and dashed': {
    data: '[["Pump 1","Running","1450"],["Fan 1","Stopped","0"]]',
    headerColor: 'linear(90,#d5dadfff,#9aa3abff)',
    borderStyle: 'dashed',
    borderWidth: 2,
  },
}
