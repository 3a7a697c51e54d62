import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const management: Guide = {
  path: '/SystemManagement', title: { en: 'Accounts and system', zh: '账号与系统管理' },
  lead: { en: 'Who may do what, what was done, and how the installation is kept.', zh: '谁能做什么、做过什么、如何维护系统。' },
  sections: [
    {
      heading: { en: 'Roles', zh: '角色' },
      pieces: [
        figure('roles', 'A role counts in each granted project', '角色在每个授权项目中生效'),
        terms(
          ['General user', '普通用户', 'Looks, operates, confirms alarms and works on orders in granted projects.', '在授权项目中查看、操作、确认告警和处理工单。'],
          ['Managing user', '管理用户', 'Also designs drawings, keeps devices and strategies, and establishes general users.', '还可设计图纸、维护设备与策略，并建立普通用户。'],
          ['Super administrator', '超级管理员', 'May do everything everywhere.', '可在所有项目中执行所有操作。'],
        ),
        text('Where that is too coarse, a role of your own lists permissions such as lighting:pole:edit, and *:*:* for all. An account with such roles may do what they say.', '如需更细，可自定义角色，列出如 lighting:pole:edit 的权限，*:*:* 表示全部。账号拥有自定义角色后以其权限为准。'),
        note('A managing user who tries to make a managing account is told: no permission to establish a management account.', '管理用户创建管理账号时会提示：没有权限创建管理账号。'),
        link('/system/accounts', 'To the accounts', '前往账号管理'),
      ],
    },
    {
      heading: { en: 'Sessions', zh: '会话' },
      pieces: [
        text('A session ends after thirty minutes without anybody at it, after twelve hours in any case, and at once when the account is disabled or its password changes. After five wrong passwords the next try has to wait, longer each time.', '会话在三十分钟无人操作后结束，最长十二小时；账号停用或修改密码时立即结束。连续五次密码错误后需等待，且逐次延长。'),
      ],
    },
    {
      heading: { en: 'What was done', zh: '操作留痕' },
      pieces: [
        text('Every change is written down together with the change itself: who, from where, what, when, and the values before and after. Nobody can change or remove an entry.', '每次修改都与修改本身一起记录：谁、从哪里、做了什么、何时、修改前后的值。任何人都不能更改或删除记录。'),
        link('/stcssyslog', 'To the system log', '前往系统日志'),
      ],
    },
    {
      heading: { en: 'Keeping it', zh: '系统维护' },
      pieces: [
        steps(
          ['For production give DATABASE_URL: the embedded database is safe against a crash, not against a loss of power.', '生产环境请设置 DATABASE_URL：内置数据库能抵御进程崩溃，但不能抵御断电。'],
          ['Back up by schedule and try a restore once a quarter.', '按计划备份，并每季度演练一次恢复。'],
          ['Put the server behind a proxy that speaks TLS before others are let in.', '对外开放前请将服务器置于提供 TLS 的代理之后。'],
        ),
      ],
    },
  ],
}
