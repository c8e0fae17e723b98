"""The newest message is in view, or the page says that there is one."""

from playwright.async_api import expect

from tests.support.browser import SandboxPage, Window

LIST = """
  const { MessageList } = await import('/page/static/messagelist.js');
  const directory = { nameOf: (user) => user.username, isBot: () => true, colourOf: () => null };
  const frames = async () => {
    for (let left = 3; left; left -= 1) await new Promise(requestAnimationFrame);
  };
  const drawn = async () => {
    await new Promise(requestAnimationFrame);
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  };
  const list = new MessageList((message) => ({ message, directory, act: {}, find: () => null }), () => []);
  const box = document.createElement('div');
  box.style = 'position: fixed; inset: 0 0 auto; height: 300px; display: grid';
  box.append(list.element);
  document.body.append(box);
  list.reset(messages.slice(0, -1), '#here');
  await frames();
  const answer = messages.at(-1);
  const seen = async () => {
    await frames();
    const end = list.scroller.getBoundingClientRect().bottom;
    const below = list.row(answer.id).getBoundingClientRect().bottom - end;
    const told = !list.newer.hidden;
    box.remove();
    return { below: Math.max(0, Math.round(below)), told };
  };
"""
A_BAR_THAT_SHRINKS = f"""async (messages) => {{{LIST}
  box.style.height = '340px';
  await drawn();
  list.put(answer);
  return seen();
}}"""
A_LINE_THAT_GOES = f"""async (messages) => {{{LIST}
  const line = list.note('Sending /duel…');
  await frames();
  line.remove();
  await drawn();
  list.put(answer);
  return seen();
}}"""
A_READER_WHO_WENT_UP = f"""async (messages) => {{{LIST}
  list.scroller.scrollTo(0, 0);
  await frames();
  list.put(answer);
  return seen();
}}"""
AN_EDIT_THAT_GROWS = f"""async (messages) => {{{LIST}
  list.put({{ ...answer, content: 'Short.' }});
  await frames();
  box.style.height = '340px';
  await drawn();
  list.put(answer);
  return seen();
}}"""


async def outcome(sandbox_page: SandboxPage, window: Window, story: str) -> object:
    posted = [sandbox_page.post({"content": f"Line {number}."}) for number in range(20)]
    posted.append(sandbox_page.post({"content": "A long answer. " * 200}))
    return await window.page.evaluate(story, [message.wire for message in posted])


async def test_an_answer_is_in_view_when_the_bar_shrinks_as_it_comes(
    sandbox_page: SandboxPage, window: Window
) -> None:
    assert await outcome(sandbox_page, window, A_BAR_THAT_SHRINKS) == {"below": 0, "told": False}


async def test_an_answer_is_in_view_when_the_line_about_its_command_goes(
    sandbox_page: SandboxPage, window: Window
) -> None:
    assert await outcome(sandbox_page, window, A_LINE_THAT_GOES) == {"below": 0, "told": False}


async def test_a_message_that_grows_stays_in_view(sandbox_page: SandboxPage, window: Window) -> None:
    assert await outcome(sandbox_page, window, AN_EDIT_THAT_GROWS) == {"below": 0, "told": False}


async def test_a_reader_who_went_up_is_told_of_an_answer(sandbox_page: SandboxPage, window: Window) -> None:
    seen = await outcome(sandbox_page, window, A_READER_WHO_WENT_UP)
    assert isinstance(seen, dict)
    assert seen["told"]
    assert seen["below"] > 100


async def test_a_change_of_the_message_in_focus_is_spoken(sandbox_page: SandboxPage, window: Window) -> None:
    button = {"type": 2, "style": 1, "label": "Pick", "custom_id": "pick"}
    components = [{"type": 1, "components": [button]}]
    board = sandbox_page.post({"content": "Your turn.", "components": components})
    await window.ann.button("Pick").focus()
    spoken = window.page.locator("#announcer")
    sandbox_page.sandbox.platform.messages.edit(board, {"content": "Locked in.", "components": components})
    await expect(spoken).to_contain_text("Ann’s client. Gauntlet: Locked in.")
    await expect(window.ann.button("Pick")).to_be_focused()
