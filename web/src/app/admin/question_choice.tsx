// Which of a project's questions is looked at; nothing where there is one.
import type { Project } from "../api";

interface Props {
  project: Project;
  question: number; // counted from 1
  choose(question: number): void;
}

export function QuestionChoice({ project, question, choose }: Props) {
  const questions = [project.question || "The question", ...project.study.more_questions];
  if (questions.length === 1) return null;
  return (
    <select
      class="field"
      aria-label="Question"
      value={String(question)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    >
      {questions.map((text, place) => (
        <option key={text} value={String(place + 1)}>
          {text}
        </option>
      ))}
    </select>
  );
}
