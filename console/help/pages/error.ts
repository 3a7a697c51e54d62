import type { Guide } from '../guide.ts'
import { figure, link, steps, terms, text } from '../guide.ts'

export const error: Guide = {
  path: '/SystemError', title: { en: 'Faults and messages', zh: '故障与提示' },
  lead: { en: 'What a message means, what an alarm asks for, and how a fault is closed.', zh: '提示的含义、告警的处理与故障的关闭。' },
  sections: [
    {
      heading: { en: 'From alarm to work order', zh: '从告警到工单' },
      pieces: [
        figure('workOrder', 'The states of a work order', '工单状态'),
        text('Confirming an alarm says that somebody has seen it. It is done once; this occurrence prompts nobody any more. When the fault comes again, that is a new alarm.', '确认告警表示有人已看到，只需一次，该次告警不再提示；故障再次出现时为新的告警。'),
        steps(
          ['Confirm the alarm, with a note if there is something to say.', '确认告警，可填写备注。'],
          ['Make a work order for what must be mended.', '为需要处理的故障建立工单。'],
          ['Dispatch it to somebody with a phone number.', '派单给处理人并填写电话。'],
          ['Complete or refuse it with a remark; a manager accepts and ends it.', '填写说明后完成或拒绝，由管理人员验收结束。'],
        ),
        link('/alarms', 'To the alarms', '前往告警'),
      ],
    },
    {
      heading: { en: 'Fault types', zh: '故障类型' },
      pieces: [
        terms(
          ['Offline', '离线', 'Nothing was heard of the device for three of its intervals. Check supply, antenna or SIM card.', '超过三个上报周期未收到数据，请检查电源、天线或 SIM 卡。'],
          ['Lamp on by day', '白天亮灯', 'The lamp burns though its program says off: a relay may be welded.', '程序为关但灯亮，可能是继电器粘连。'],
          ['Current out of range', '电流异常', 'Too little: lamps have failed. Too much: leakage or a short circuit.', '偏小说明灯具损坏，偏大说明漏电或短路。'],
          ['Contactor error', '接触器故障', 'The loop carries current after it was switched off, or none after it was switched on.', '断开后仍有电流，或闭合后没有电流。'],
          ['Door open', '箱门打开', 'The cabinet\'s door contact is open.', '配电箱门磁打开。'],
        ),
      ],
    },
    {
      heading: { en: 'Messages of the system', zh: '系统提示' },
      pieces: [
        text('Codes as they stand in the server\'s answers. A toast goes by after two seconds; a notification stays until it is closed.', '以下为服务器返回的代码。轻提示两秒后消失，通知需手动关闭。'),
        { kind: 'errors' },
      ],
    },
  ],
}
