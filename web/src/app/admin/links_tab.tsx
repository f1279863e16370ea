// The voters' links as QR codes, to be printed and cut apart.
import { useEffect, useState } from "preact/hooks";
import type { Voter } from "../api";
import { useAction } from "../parts/action";
import { Problem } from "../parts/outcome";
import { QrCode } from "../parts/qr_code";
import { projectLink } from "../route";
import { grouped } from "../../shared/format";
import type { TabProps } from "./project_page";
import { linkFor } from "./server_info";

const MOST = 1_000; // codes on a page

function Card({ name, link }: { name: string; link: string }) {
  return (
    <li class="card link-card">
      <QrCode text={link} label={`QR code of the link of ${name}`} />
      <strong>{name}</strong>
      <span class="faint link-text">{link}</span>
    </li>
  );
}

export function LinksTab({ api, project }: TabProps) {
  const [voters, setVoters] = useState<Voter[] | null>(null);
  const action = useAction();
  useEffect(() => {
    void action.run(async () => setVoters((await api.voters(project.id)).filter((voter) => !voter.excluded)));
  }, [project.id]);
  return (
    <section class="stack" aria-labelledby="links">
      <div class="row spread">
        <h2 id="links">Voters' links</h2>
        <div class="row unprinted">
          <a class="button" href={projectLink(project.id, "voters")}>
            Back to the voters
          </a>
          <button type="button" class="button primary" onClick={() => print()}>
            Print
          </button>
        </div>
      </div>
      <p class="faint unprinted">A link is for one person: whoever has it votes in that person's name.</p>
      <Problem text={action.problem} />
      {voters?.length === 0 && <p class="empty">Nobody can vote yet.</p>}
      {voters && voters.length > MOST && (
        <p class="notice unprinted">
          These are the first {grouped(MOST)} of {grouped(voters.length)} links. Take the CSV file for all of them.
        </p>
      )}
      <ul class="plain-list link-cards">
        {voters?.slice(0, MOST).map((voter) => (
          <Card key={voter.id} name={voter.name} link={linkFor("vote", voter.token)} />
        ))}
      </ul>
    </section>
  );
}
